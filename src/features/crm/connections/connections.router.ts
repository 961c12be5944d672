import { z } from 'zod';
import { askingProcedure, router, teamProcedure } from '../../../operation/procedure.ts';
import {
  dealFilters,
  dealSums,
  foundDeal,
  getDealInput,
  objectionSums,
  sumObjectionsInput,
} from '../deals.schema.ts';
import { getDeal } from '../list-deals.ts';
import { sumDeals } from '../sum-deals.ts';
import { sumObjections } from '../sum-objections.ts';
import { beginOAuth } from './begin-oauth.ts';
import { changeConnection } from './change-connection.ts';
import { connect } from './connect.ts';
import {
  beginOAuthInput,
  changeConnectionInput,
  changedConnection,
  connectInput,
  connectionDetail,
  connectionIdInput,
  connectionList,
  consentPage,
  disconnectInput,
  finishOAuthInput,
  madeConnection,
  providersAnswer,
  reconnectInput,
  syncNowInput,
} from './connections.schema.ts';
import { disconnect } from './disconnect.ts';
import { finishOAuth, redeemConsent } from './finish-oauth.ts';
import { getConnection } from './get-connection.ts';
import { listConnections, listProviders } from './list-connections.ts';
import { getRun, listRuns } from './list-runs.ts';
import { pause, resume } from './pause.ts';
import { identifyNewCredentials, reconnect } from './reconnect.ts';
import { identifyEntered } from './rules/ask-provider.ts';
import { crmRunDetail, crmRunPage, listRunsInput, runInput } from './runs.schema.ts';
import { readAgain, syncNow } from './sync-now.ts';

/** Connections to CRMs. The public API shows only the deals and objections that come from them. */
export const connectionsRouter = router({
  providers: teamProcedure('see_crm_connections')
    .input(z.strictObject({}))
    .output(providersAnswer)
    .query(({ ctx }) => listProviders(ctx)),

  connect: askingProcedure('connect_crm', connectInput, identifyEntered)
    .output(madeConnection)
    .mutation(({ ctx, input }) => connect(ctx, { ...ctx.answer, name: input.name })),

  beginOAuth: teamProcedure('connect_crm', { sends: true })
    .input(beginOAuthInput)
    .output(consentPage)
    .mutation(({ ctx, input }) => beginOAuth(ctx, input)),

  finishOAuth: askingProcedure('connect_crm', finishOAuthInput, redeemConsent)
    .output(madeConnection)
    .mutation(({ ctx }) => finishOAuth(ctx, ctx.answer)),

  connections: teamProcedure('see_crm_connections')
    .input(z.strictObject({}))
    .output(connectionList)
    .query(({ ctx }) => listConnections(ctx)),

  getConnection: teamProcedure('see_crm_connections', {
    name: 'crm.getConnection',
    section: 'CRM',
    personal: 'crm_owner',
  })
    .input(connectionIdInput)
    .output(connectionDetail)
    .query(({ ctx, input }) => getConnection(ctx, input.connection_id)),

  changeConnection: teamProcedure('change_crm_connections')
    .input(changeConnectionInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => changeConnection(ctx, input)),

  reconnect: askingProcedure('connect_crm', reconnectInput, identifyNewCredentials)
    .output(changedConnection)
    .mutation(({ ctx, input }) => reconnect(ctx, { ...ctx.answer, id: input.connection_id })),

  syncNow: teamProcedure('change_crm_connections')
    .input(syncNowInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => syncNow(ctx, input)),

  pause: teamProcedure('change_crm_connections')
    .input(connectionIdInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => pause(ctx, input.connection_id)),

  resume: teamProcedure('change_crm_connections')
    .input(connectionIdInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => resume(ctx, input.connection_id)),

  readAgain: teamProcedure('change_crm_connections')
    .input(connectionIdInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => readAgain(ctx, input.connection_id)),

  disconnect: teamProcedure('connect_crm')
    .input(disconnectInput)
    .output(changedConnection)
    .mutation(({ ctx, input }) => disconnect(ctx, input)),

  sumDeals: teamProcedure('see_crm')
    .input(dealFilters)
    .output(dealSums)
    .query(({ ctx, input }) => sumDeals(ctx, input)),

  getDeal: teamProcedure('see_crm', {
    name: 'crm.getDeal',
    section: 'CRM',
    personal: 'found_deal',
  })
    .input(getDealInput)
    .output(foundDeal)
    .query(({ ctx, input }) => getDeal(ctx, input.deal_id)),

  sumObjections: teamProcedure('see_crm')
    .input(sumObjectionsInput)
    .output(objectionSums)
    .query(({ ctx, input }) => sumObjections(ctx, input)),

  runs: teamProcedure('see_crm_connections')
    .input(listRunsInput)
    .output(crmRunPage)
    .query(({ ctx, input }) => listRuns(ctx, input)),

  getRun: teamProcedure('see_crm_connections')
    .input(runInput)
    .output(crmRunDetail)
    .query(({ ctx, input }) => getRun(ctx, input)),
});
