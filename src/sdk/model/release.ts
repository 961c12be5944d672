/**
 * The package that customers install, with its own version. Raise the version with each change of the files that
 * customers get, because they pin the file of a version by its hash.
 */
export const release = { name: 'team-api', version: '1.4.0' } as const;
