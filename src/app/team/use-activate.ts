import { client } from '../api/client.ts';
import { useAction, type WorkOptions } from '../api/use-action.ts';
import { defineTexts } from '../text/define-texts.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { showToast } from '../ui/toasts.tsx';

const activateTexts = defineTexts(
  {
    activated: 'Der Endpunkt ist aktiv.',
    released: (count: string) =>
      count === '1'
        ? 'Eine zurückgehaltene Zustellung wird jetzt gesendet.'
        : `${count} zurückgehaltene Zustellungen werden jetzt gesendet.`,
  },
  {
    activated: 'The endpoint is active.',
    released: (count: string) =>
      count === '1'
        ? 'One held delivery is being sent now.'
        : `${count} held deliveries are being sent now.`,
  },
);

/** Says that an endpoint is active, and what leaves because of it. */
export function useSayActive(): (waiting: number) => void {
  const t = useTexts(activateTexts);
  const language = useLanguage();
  return (waiting) => {
    const released = waiting > 0 ? { more: t.released(numberText(waiting, language)) } : {};
    showToast(t.activated, released);
  };
}

/** Switches on an endpoint of which only the id is known. */
export function useActivate() {
  const sayActive = useSayActive();
  return useAction(
    async (endpoint_id: string, options: WorkOptions) => {
      const { version, waiting } = await client.webhooks.getEndpoint.query({ endpoint_id });
      const change = { endpoint_id, status: 'active', version } as const;
      await client.webhooks.changeEndpoint.mutate(change, options);
      return waiting;
    },
    (waiting) => sayActive(waiting),
  );
}
