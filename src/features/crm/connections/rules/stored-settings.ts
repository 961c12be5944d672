import {
  type ConnectionSettings,
  connectionSettings,
} from '../../../../crm/connection-settings.ts';

/**
 * The settings of a connection. Those that cannot be read count as none: the page can then be opened, says so,
 * and a person sets the connection up anew (P542).
 */
export function readSettings(stored: unknown): ConnectionSettings {
  const { success, data } = connectionSettings.safeParse(stored);
  return success ? data : connectionSettings.parse({});
}
