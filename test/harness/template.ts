/** The migrated database of which each test file has a clone. */
export const TEMPLATE = 'test_template';
