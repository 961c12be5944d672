/**
 * The package that customers install. The version is the package's own: it grows with each change
 * of what customers get, because they pin the file of a version by its hash.
 */
export const release = { name: 'team-api', version: '1.1.2' } as const;
