import { useState } from 'react';
import { z } from 'zod';
import { changeTeamInput, type OwnTeam } from '../../../features/team/team.schema.ts';
import { isLanguage, type Language, languages } from '../../../shared/language.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { teamPageTexts } from './texts.ts';

const { name, time_zone, imprint_url, privacy_url } = changeTeamInput.shape;
/** An empty field removes a link. */
const linkOrNothing = (link: typeof imprint_url) =>
  z.union([z.literal(''), link.unwrap().unwrap()]);
const schema = z.object({
  name: name.unwrap(),
  languages: z.string(),
  time_zone: time_zone.unwrap(),
  imprint_url: linkOrNothing(imprint_url),
  privacy_url: linkOrNothing(privacy_url),
});
type Values = z.input<typeof schema>;

/** The orders to choose from: each language alone, and each language followed by the others. */
const orders = [
  ...languages,
  ...languages.map((first) => [first, ...languages.filter((one) => one !== first)].join()),
];

function valuesOf(team: OwnTeam): Values {
  return {
    name: team.name,
    languages: team.languages.join(','),
    time_zone: team.time_zone,
    imprint_url: team.imprint_url ?? '',
    privacy_url: team.privacy_url ?? '',
  };
}

function namesOf(order: string): Language[] {
  return order.split(',').filter(isLanguage);
}

function changeOf(values: Values) {
  const links = {
    imprint_url: values.imprint_url || null,
    privacy_url: values.privacy_url || null,
  };
  return {
    name: values.name,
    time_zone: values.time_zone,
    languages: namesOf(values.languages),
    ...links,
  };
}

/** The settings that admins change. The version is the one that the person saw, not a later one that the page has read. */
export function SettingsForm({ team }: { team: OwnTeam }) {
  const t = useTexts(teamPageTexts);
  const ui = useTexts(uiTexts);
  const [version, setVersion] = useState(team.version);
  const edit = useEdit({
    send: (values: Values, over, options) =>
      client.team.change.mutate({ ...changeOf(values), version: over }, options),
    newest: () => client.team.get.query({}),
    mine: (values) => changeOf(values),
    done: (next) => {
      setVersion(next.version);
      showToast(t.saved);
    },
  });
  const { form, place, error, isBusy } = useSchemaForm<Values>({
    draft: 'team-settings',
    defaults: valuesOf(team),
    schema,
    submit: (values) => edit.save(values, version),
  });
  const showNew = async () => {
    const now = await client.team.get.query({});
    setVersion(now.version);
    form.reset(valuesOf(now));
  };
  const zone = { hint: t.timeZoneHint, invalid: t.timeZoneInvalid };
  const link = { hint: t.linkHint, invalid: t.linkInvalid };
  const textOf = (order: string) =>
    namesOf(order)
      .map((name) => t.languageNames[name])
      .join(', ');
  return (
    <Section id="settings" title={t.settings}>
      <Form error={error} onSubmit={form.handleSubmit} place={place}>
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="organization" label={t.name} />}
        </form.AppField>
        <form.AppField name="languages">
          {(field) => (
            <field.Select hint={t.languagesHint} label={t.languages}>
              {orders.map((one) => (
                <option key={one} value={one}>
                  {textOf(one)}
                </option>
              ))}
            </field.Select>
          )}
        </form.AppField>
        <form.AppField name="time_zone">
          {(field) => <field.Text {...zone} label={t.timeZone} list="time-zones" />}
        </form.AppField>
        <TimeZones />
        <form.AppField name="imprint_url">
          {(field) => <field.Text {...link} label={t.imprint} type="url" />}
        </form.AppField>
        <form.AppField name="privacy_url">
          {(field) => <field.Text {...link} label={t.privacyNotice} type="url" />}
        </form.AppField>
        <div>
          <Button isBusy={isBusy} look="primary" type="submit">
            {ui.save}
          </Button>
        </div>
      </Form>
      <StaleDialog
        fields={{
          name: t.name,
          languages: t.languages,
          time_zone: t.timeZone,
          imprint_url: t.imprint,
          privacy_url: t.privacyNotice,
        }}
        onReload={showNew}
        show={(field, value) =>
          field === 'languages' && Array.isArray(value) ? textOf(value.join()) : undefined
        }
        stale={edit.stale}
      />
    </Section>
  );
}

/** The time zones that the browser knows, to choose from while the person types. */
function TimeZones() {
  return (
    <datalist id="time-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
