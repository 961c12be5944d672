/** The look of the app (src/app/look.css), for pages that no build makes. */
export const style = `
:root { color-scheme: light dark; --ground: #fff; --side: #faf8fb; --card: #fff; --line: #e8e5ec;
  --edge: #8f919d; --ink: #16171d; --soft: #5b5e6b; --accent: #6a2c91; --accent-text: #5f2783;
  --good: #14713f; --good-wash: #e7f6ed; --bad: #b3261e; --bad-wash: #fdeceb; --sunk: #f6f4f8; }
@media (prefers-color-scheme: dark) { :root { --ground: #0e0f13; --side: #121318; --card: #15161c;
  --line: #2a2c37; --edge: #6a6d7c; --ink: #ececf1; --soft: #a2a5b4; --accent: #8a49ba;
  --accent-text: #d6b0f2; --good: #57c98a; --good-wash: #12291d; --bad: #ff8d85;
  --bad-wash: #331816; --sunk: #20222b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 0.875rem/1.375rem Geist, ui-sans-serif, system-ui, sans-serif; }
a { color: var(--accent-text); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline;
  justify-content: space-between; padding: .75rem 1.25rem; background: var(--side);
  border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.home { color: var(--ink); font-weight: 600; text-decoration: none; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 2rem; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1rem; line-height: 1.5rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
.notice { padding: .625rem .875rem; border-radius: .5rem; margin: 0 0 1.25rem; }
.good { background: var(--good-wash); color: var(--good); }
.bad { background: var(--bad-wash); color: var(--bad); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; margin-top: 1rem; }
table { border-collapse: collapse; width: 100%; background: var(--card); }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
td:first-child { white-space: normal; min-width: 14rem; }
tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 500; font-size: .8125rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 999px; font-size: .8125rem;
  background: var(--sunk); color: var(--soft); }
.badge.won { background: var(--good-wash); color: var(--good); }
.badge.lost { background: var(--bad-wash); color: var(--bad); }
form { margin: 0; } .fields { display: grid; gap: 1rem; max-width: 28rem; }
label { display: block; font-weight: 500; margin-bottom: .25rem; }
input, select, textarea { width: 100%; padding: .4375rem .625rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--edge); border-radius: .375rem; }
textarea { min-height: 6rem; resize: vertical; }
button { justify-self: start; padding: .4375rem .875rem; font: inherit; font-weight: 500;
  border-radius: .375rem; border: 1px solid transparent; cursor: pointer; background: var(--accent);
  color: #fff; }
button.quiet { background: var(--card); color: var(--ink); border-color: var(--edge); }
ul.notes { list-style: none; padding: 0; margin: 0 0 1rem; display: grid; gap: .5rem; }
ul.notes li { border: 1px solid var(--line); border-radius: .5rem; padding: .625rem .875rem;
  background: var(--card); white-space: pre-line; }
`;
