export const texts = {
  'listCrmDeals.summary': 'CRM-Deals auflisten',
  listCrmDeals:
    'Abgeglichene Deals, nach ihrem ersten Abgleich sortiert, die neuesten zuerst. Leer ohne Verbindung.',
  'listCrmObjections.summary': 'CRM-Einwände auflisten',
  listCrmObjections: 'Die abgeglichenen Einwände des Teams, die neuesten zuerst.',
  'CrmDeal.id': 'Die ID des Deals hier.',
  'CrmDeal.external_id': 'Die ID im CRM.',
  'CrmDeal.outcome': 'Der Stand des Deals.',
  'CrmDeal.title': 'Sein Name im CRM.',
  'CrmDeal.amount': 'Eine Dezimalzahl als Text.',
  'CrmDeal.currency': 'Die Währung von `amount`, wie das CRM sie schreibt.',
  'CrmDeal.close_date': 'Wann er abgeschlossen wurde oder voraussichtlich wird.',
  'CrmDeal.probability': 'Wie wahrscheinlich er gewonnen wird, in Prozent.',
  'CrmDeal.pipeline_id': 'Die ID der Pipeline im CRM.',
  'CrmDeal.stage_id': 'Die ID der Phase im CRM.',
  'CrmDeal.lost_reason': 'Warum er verloren wurde, wie es im CRM steht.',
  'CrmDeal.owner_user_id':
    'Die Person, die dafür zuständig ist. Nur da, solange `member_detail_enabled` an ist.',
  'CrmDeal.last_activity_at': 'Wann im CRM zuletzt etwas daran geschah.',
  'CrmDeal.synced_at':
    'Wann er zuletzt abgeglichen wurde: nach einer Änderung im CRM, und einmal am Tag mit allen anderen.',
  'CrmObjection.id': 'Die ID des Einwands hier.',
  'CrmObjection.deal_id': 'Der Deal, in dem er vorkam: die `id` in `GET /crm/deals`.',
  'CrmObjection.category': 'Worum es geht.',
  'CrmObjection.text': 'Der Einwand in Worten.',
  'CrmObjection.lang': 'Die Sprache von `text`.',
  'CrmObjection.created_at': 'Wann er festgehalten wurde.',
};
