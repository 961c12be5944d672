/** The migrated database. Each test file gets a clone of it. */
export const TEMPLATE = 'test_template';
