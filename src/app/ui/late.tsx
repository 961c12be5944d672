import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { type LatePart, latePart } from './late-part.ts';

type Read<P> = () => Promise<ComponentType<P>>;
type Waiting<P> = (props: P) => ReactNode;

/** A component, such as a dialog, whose code is loaded late. Until then, it shows `waiting` or nothing. */
export function late<P extends object>(read: Read<P>, waiting?: Waiting<P>): Waiting<P> {
  const part = latePart(read);
  return (props) => <Late part={part} props={props} waiting={waiting} />;
}

type Props<P> = {
  part: LatePart<ComponentType<P>>;
  props: P;
  waiting: Waiting<P> | undefined;
};

function Late<P extends object>({ part, props, waiting }: Props<P>) {
  // Made for each use, so that a further try after a failure loads again.
  const [{ Part }] = useState(() => ({
    Part: part.loaded() ?? lazy(async () => ({ default: await part.load() })),
  }));
  return (
    <Suspense fallback={waiting ? createElement(waiting, props) : null}>
      <Part {...props} />
    </Suspense>
  );
}
