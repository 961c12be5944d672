// Removes from a built checkout what no process of the image needs. deploy/image/build-only.json names it: packages of
// package.json that only builds import, with all that no other package needs, and files. Runs in the build of the image.
// The packages are `dependencies`, because `npm start` builds after a plain `npm ci --omit=dev`.
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
export const buildOnly = json(new URL('build-only.json', import.meta.url));

/** The folders of the packages that the product needs at run time, relative to the root. */
export function keptPackages(root) {
  const { dependencies } = json(path.join(root, 'package.json'));
  const { packages } = json(path.join(root, 'package-lock.json'));
  const kept = new Set();
  const keep = (from, name) => {
    const folder = folderOf(packages, from, name);
    if (folder === undefined || kept.has(folder)) return;
    kept.add(folder);
    const { dependencies: needed, optionalDependencies: wanted } = packages[folder];
    for (const other of Object.keys({ ...needed, ...wanted })) keep(folder, other);
  };
  for (const name of Object.keys(dependencies)) {
    if (!buildOnly.packages.includes(name)) keep('', name);
  }
  return kept;
}

/** Where Node finds a package that one in `from` imports: the nearest node_modules above. */
function folderOf(packages, from, name) {
  for (
    let above = from;
    ;
    above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))
  ) {
    const folder = path.posix.join(above, 'node_modules', name);
    if (packages[folder]) return folder;
    if (above === '') return undefined;
  }
}

function installedPackages(root, modules = 'node_modules') {
  const folders = readdirSync(path.join(root, modules)).flatMap((name) => {
    if (!name.startsWith('@')) return name.startsWith('.') ? [] : [name];
    return readdirSync(path.join(root, modules, name)).map((own) => `${name}/${own}`);
  });
  return folders.flatMap((name) => {
    const folder = `${modules}/${name}`;
    const inner = `${folder}/node_modules`;
    return [folder, ...(existsSync(path.join(root, inner)) ? installedPackages(root, inner) : [])];
  });
}

function prune(root) {
  const remove = (name) => rmSync(path.join(root, name), { recursive: true, force: true });
  const kept = keptPackages(root);
  for (const folder of installedPackages(root)) {
    const isNeeded = [...kept].some((own) => own === folder || own.startsWith(`${folder}/`));
    if (!isNeeded) remove(folder);
  }
  for (const link of globSync('node_modules/**/.bin/*', { cwd: root })) {
    if (!existsSync(path.join(root, link))) remove(link);
  }
  for (const pattern of buildOnly.files) {
    for (const name of globSync(pattern, { cwd: root })) remove(name);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  prune(path.resolve(import.meta.dirname, '../..'));
}
