import { text } from 'node:stream/consumers';
import { type OwnReceiver, startReceiver } from '../../receiver-tls/own-receiver.ts';

export type DrillReceiver = OwnReceiver & { announced: Set<string> };

/** A customer's server. It records the assignments that events name. */
export async function startDrillReceiver(): Promise<DrillReceiver> {
  const announced = new Set<string>();
  const receiver = await startReceiver((req, res) => {
    text(req).then(
      (body) => {
        const { data } = JSON.parse(body) as { data: { assignment_id: string } };
        announced.add(data.assignment_id);
        res.end();
      },
      // The sender is gone. It will send the request again.
      () => res.destroy(),
    );
  });
  return { ...receiver, announced };
}
