import { Link } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Thread } from '../../features/thread/thread.schema.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { offsetText } from '../text/offset-text.ts';
import { Swatch } from '../ui/chart/swatch.tsx';
import { classes } from '../ui/classes.ts';
import { atSameMoment, beginningOf, type Node, type Stage, stagesOf } from './nodes.ts';
import { threadTexts } from './texts.ts';

type Props = {
  found: Thread;
  /** The id of the node that the page is about. */
  here: string;
  /** Without it, each node leads to its own place in the app. */
  onChoose?: (id: string) => void;
};

/**
 * A thread as one line with a knot for each happening: the request, what it changed, the event, and the endpoints. The
 * arrow keys walk along it.
 */
export function Strip({ found, here, onChoose }: Props) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const list = useRef<HTMLOListElement>(null);
  const began = beginningOf(found);
  const stages = stagesOf(found, language);
  const repeated = atSameMoment(stages);
  const offset = ({ id, at }: Node) =>
    at && began && !repeated.has(id)
      ? offsetText(Date.parse(at) - Date.parse(began), language)
      : null;
  const about = { here, onChoose, offset };
  return (
    <nav aria-label={t.title} className="@container min-w-0">
      <ol
        className="grid @md:auto-cols-fr @md:grid-flow-col"
        onKeyDown={(event) => walk(event, list.current)}
        ref={list}
      >
        {stages.map((stage) => (
          <StageItem about={about} key={stage.name} stage={stage} />
        ))}
      </ol>
    </nav>
  );
}

/** The arrow keys move the focus to the node beside. On the page of the thread, a node with the focus is chosen. */
function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const nodes = [...(list?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
  const at = nodes.indexOf(document.activeElement as HTMLElement);
  const next = nodes[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLButtonElement) next.click();
}

type About = {
  here: string;
  onChoose: Props['onChoose'];
  /** Null if the node before it has said the same. */
  offset: (node: Node) => string | null;
};

/** More nodes of a stage would make the strip longer than what it is about. */
const MOST = 3;

function StageItem({ stage, about }: { stage: Stage; about: About }) {
  const { nodes, nothing, name } = stage;
  const isHere = nodes.some(({ id }) => id === about.here);
  const tone = nodes.find(({ tone: one }) => one !== 'works')?.tone ?? nodes[0]?.tone ?? 'ended';
  return (
    <li className="group relative grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] content-start gap-x-2 pb-3 last:pb-0 @md:grid-cols-1 @md:gap-y-1 @md:pr-3 @md:pb-0 @md:last:pr-0">
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-3 w-0.5 -translate-x-1/2 bg-accent/40 group-last:hidden @md:top-3 @md:right-0 @md:bottom-auto @md:left-6 @md:h-0.5 @md:w-auto @md:translate-x-0 @md:-translate-y-1/2"
      />
      <span
        aria-hidden="true"
        className={classes(
          'grid size-6 place-items-center rounded-full',
          isHere ? 'bg-accent-wash ring-2 ring-accent' : 'ring-1 ring-accent/40',
        )}
      >
        <Swatch tone={tone} />
      </span>
      <div className="grid min-w-0 content-start gap-0.5 text-sm">
        {name === 'deliveries' ? (
          <Endpoints about={about} nodes={nodes} />
        ) : (
          nodes.slice(0, MOST).map((node) => <Knot about={about} key={node.id} node={node} />)
        )}
        {name !== 'deliveries' && nodes.length > MOST ? <More count={nodes.length - MOST} /> : null}
        {nothing ? <span className="text-soft">{nothing}</span> : null}
      </div>
    </li>
  );
}

function More({ count }: { count: number }) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  return <span className="text-xs text-soft">{t.strip.more(numberText(count, language))}</span>;
}

const linked = 'text-accent-text group-hover/node:underline';

type KnotProps = { node: Node; about: About };

function Knot({ node, about }: KnotProps) {
  const { title, isCode, outcome, id, took } = node;
  const language = useLanguage();
  const offset = about.offset(node);
  const leads = about.onChoose !== undefined || node.place !== null;
  return (
    <NodeLink about={about} look="block max-w-full rounded-sm text-left" node={node}>
      <span
        className={classes(
          'line-clamp-2 wrap-anywhere',
          isCode && 'font-mono text-xs leading-5',
          id === about.here ? 'font-semibold text-ink' : leads ? linked : 'text-soft',
        )}
      >
        {isCode ? <Breaking text={title} /> : title}
      </span>
      <span className="tabular flex flex-wrap gap-x-1.5 text-xs text-soft">
        {outcome ? <span className="font-mono">{outcome}</span> : null}
        {took === null ? null : <span>{numberText(took, language)}&nbsp;ms</span>}
        {offset && took === null ? <span>{offset}</span> : null}
      </span>
    </NodeLink>
  );
}

/** A name of code, which may break after each dot and slash. */
function Breaking({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

type EndpointsProps = { nodes: readonly Node[]; about: About };

/** All deliveries together, with a mark for each, and as many as the words say. */
function Endpoints({ nodes, about }: EndpointsProps) {
  const t = useTexts(threadTexts);
  const language = useLanguage();
  const here = nodes.find(({ id }) => id === about.here);
  const endpoints = new Set(nodes.map(({ endpoint }) => endpoint)).size;
  const latest = nodes.reduce((a, b) => ((a.at ?? '') > (b.at ?? '') ? a : b));
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1">
        <span>
          {t.strip[endpoints < nodes.length ? 'deliveries' : 'endpoints'](
            nodes.length,
            numberText(nodes.length, language),
          )}
        </span>
        <span className="flex flex-wrap">
          {nodes.slice(0, 8).map((node) => (
            <NodeLink
              about={about}
              key={node.id}
              look={classes(
                'inline-grid size-6 place-items-center rounded-md hover:bg-hover',
                node.id === about.here && 'bg-accent-wash',
              )}
              node={node}
              title={`${node.title}: ${node.outcome}`}
            >
              <Swatch tone={node.tone} />
              <span className="hidden-text">
                {node.title}: {node.outcome}
              </span>
            </NodeLink>
          ))}
        </span>
      </span>
      <span className="tabular text-xs text-soft">{about.offset(here ?? latest)}</span>
      <Failures about={about} nodes={nodes} />
    </>
  );
}

/** Why deliveries have failed. A link leads to the first of those that failed alike. */
function Failures({ nodes, about: { here, onChoose } }: EndpointsProps) {
  // The page of a delivery says more about its own failure.
  const failed = nodes.filter(({ id, failure }) => failure && (onChoose || id !== here));
  const first = new Map(failed.toReversed().map((node) => [JSON.stringify(node.failure), node]));
  return [...first.values()]
    .toReversed()
    .slice(0, MOST)
    .map(({ id, title, failure }) => (
      <Link
        className="min-h-6 rounded-sm py-0.5 text-xs text-accent-text underline-offset-2 hover:underline"
        key={id}
        title={title}
        to={`/deliveries/${id}`}
      >
        {failure?.code ? <span className="font-mono">{failure.code} </span> : null}
        {failure?.says}
      </Link>
    ));
}

type NodeProps = KnotProps & { look: string; title?: string; children: ReactNode };

/** A node that leads to its place, or that is chosen on the page of the thread. */
function NodeLink({ node, about: { here, onChoose }, look, title, children }: NodeProps) {
  const { id, kind, place } = node;
  const same = {
    // A link to what is open is `page` for the router too.
    'aria-current': id === here ? ('page' as const) : undefined,
    'data-node': id,
    className: classes('group/node', look),
    title,
  };
  const content = (
    <>
      <span className="hidden-text">{kind}: </span>
      {children}
    </>
  );
  if (onChoose) {
    return (
      <button {...same} onClick={() => onChoose(id)} type="button">
        {content}
      </button>
    );
  }
  if (!place) return <span className={look}>{content}</span>;
  return (
    <Link {...same} search={(place.search ?? {}) as never} to={place.to}>
      {content}
    </Link>
  );
}
