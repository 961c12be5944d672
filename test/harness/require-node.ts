// vitest called directly runs with the machine's own Node.
const [major] = process.versions.node.split('.').map(Number);
if ((major ?? 0) < 24) {
  throw new Error(
    `The tests need Node 24, and this is ${process.version}. Run \`npm test -- FILE\`, or begin PATH with node_modules/.bin.`,
  );
}
