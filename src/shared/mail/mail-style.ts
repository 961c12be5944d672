import type { StateTone } from '../web/states.ts';

/** The colours of the app (`app/look.css`) that are legible on a light and on a dark ground. */
const toneColors: Record<StateTone, string> = {
  works: '#1a8f50',
  runs: '#4f86f2',
  needs: '#bd7500',
  failed: '#d8473f',
  ended: '#7a7d8a',
};

const tones = Object.entries(toneColors).map(([tone, color]) => `.${tone}{color:${color}}`);

/**
 * Colours and fonts of the app. A mail program that ignores styles shows plain paragraphs and links. The app allows this
 * one style sheet by its hash, so no element of a mail has a style of its own.
 */
export const mailStyle = `
body{margin:0;padding:0;background:#f6f4f8;color:#16171d;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%}
.page{background:#f6f4f8}
.outer{padding:32px 12px}
.card{width:100%;max-width:560px;background:#fff;border:1px solid #e8e5ec;border-radius:12px;text-align:left}
.inner{padding:28px 32px}
.product{margin:0 0 20px;color:#6a2c91;font-size:14px;font-weight:600}
h1{margin:0 0 20px;font-size:20px;line-height:1.3;font-weight:600}
p,ul,pre,.facts{margin:0 0 16px}
ul{padding-left:20px}
pre{padding:10px 12px;border-radius:8px;background:#f6f4f8;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;word-break:break-word}
.facts{width:100%;border-collapse:collapse;font-size:15px}
.facts th,.facts td{padding:8px 0;border-bottom:1px solid #e8e5ec;text-align:left;vertical-align:top;font-weight:400;word-break:break-word}
.facts th{width:36%;padding-right:16px;color:#5b5e6b}
.action{margin:24px 0 8px}
.button{display:inline-block;padding:11px 20px;border-radius:8px;background:#6a2c91;color:#fff;font-weight:600;text-decoration:none}
.address{font-size:13px;word-break:break-all}
.address a{color:#5b5e6b}
${tones.join('\n')}
@media (max-width:480px){.inner{padding:24px 20px}}
@media (prefers-color-scheme:dark){
body,.page{background:#0e0f13;color:#ececf1}
.card{background:#15161c;border-color:#2a2c37}
.product{color:#d6b0f2}
pre{background:#20222b}
.facts th,.facts td{border-color:#2a2c37}
.facts th,.address a{color:#a2a5b4}
.button{background:#8a49ba}
}
`;
