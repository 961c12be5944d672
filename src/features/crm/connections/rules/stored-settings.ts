import {
  type ConnectionSettings,
  connectionSettings,
} from '../../../../crm/connection-settings.ts';

/**
 * The settings of a connection. If they cannot be read, the defaults are returned: a person can then open the
 * page, reads there what is wrong, and sets the connection up anew.
 */
export function readSettings(stored: unknown): ConnectionSettings {
  const { success, data } = connectionSettings.safeParse(stored);
  return success ? data : connectionSettings.parse({});
}
