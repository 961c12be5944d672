import { Button, IconButton } from '../../app/ui/button.tsx';
import { AreaField, TextField } from '../../app/ui/field.tsx';
import type { Language } from '../../shared/language/language.ts';
import { verifyTexts } from '../verify/texts.ts';

type Props = { language: Language; opening: string; html: string };

/** The form that checks a signature, and below it all possible results. */
export function VerifyBody({ language, opening, html }: Props) {
  return (
    <div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own texts. */}
      <div dangerouslySetInnerHTML={{ __html: opening }} />
      <noscript>
        <p className="callout warning">{verifyTexts[language].needsScript}</p>
      </noscript>
      <VerifyForm language={language} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own texts. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

/** browser/verify-island.ts uses the names of the fields. */
function VerifyForm({ language }: { language: Language }) {
  const t = verifyTexts[language];
  return (
    <form
      aria-label={t.form}
      autoComplete="off"
      className="only-js tool my-6 grid gap-4"
      data-island="verify"
    >
      <p className="callout note text-sm" data-delivery hidden>
        {t.fromDelivery}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          autoComplete="off"
          hint={t.secretHint}
          label={t.secret}
          name="secret"
          placeholder="whsec_…"
          spellCheck={false}
          type="password"
        />
        <span className="pt-7">
          <IconButton aria-pressed="false" data-show icon="eye" label={t.show} />
        </span>
      </div>
      <AreaField
        hint={t.headerHint}
        isCode
        label={t.header}
        name="header"
        placeholder="t=1793000000,v1=5257a869…"
        rows={2}
        spellCheck={false}
      />
      <AreaField
        hint={t.bodyHint}
        isCode
        label={t.body}
        name="body"
        placeholder='{"id":"evt_…","type":"…"}'
        rows={6}
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <label className="font-medium" htmlFor="body-file">
          {t.file}
        </label>
        <input className="file min-w-0" id="body-file" name="file" type="file" />
      </div>
      <p className="text-sm text-soft" data-file hidden />
      <TextField
        autoComplete="off"
        hint={t.clockHint}
        label={t.clock}
        name="clock"
        placeholder="2026-11-23T09:02:48Z"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit">
          {t.check}
        </Button>
        <Button type="reset">{t.clear}</Button>
      </div>
      <div aria-live="polite" data-result />
    </form>
  );
}
