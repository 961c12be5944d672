import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { idlePart, type LatePart } from './late-part.ts';

type Waiting<P> = (props: P) => ReactNode;

/** A component, such as a dialog, whose code is loaded late. Until then, it shows `waiting` or nothing. */
export function late<P extends object>(
  read: () => Promise<ComponentType<P>>,
  waiting?: Waiting<P>,
): Waiting<P> {
  const part = idlePart(read);
  return (props) => <Late part={part} props={props} waiting={waiting} />;
}

type LateProps<P> = {
  part: LatePart<ComponentType<P>>;
  props: P;
  waiting: Waiting<P> | undefined;
};

function Late<P extends object>({ part, props, waiting }: LateProps<P>) {
  // Each use tries again if the last one failed.
  const [loading] = useState(part.load);
  return (
    <Suspense fallback={waiting ? createElement(waiting, props) : null}>
      <Loading loading={loading} part={part} props={props} />
    </Suspense>
  );
}

type LoadingProps<P> = {
  part: LatePart<ComponentType<P>>;
  loading: Promise<ComponentType<P>>;
  props: P;
};

/** Suspends until the code is there. */
export function Loading<P extends object>({ part, loading, props }: LoadingProps<P>) {
  const Part = part.loaded() ?? use(loading);
  return <Part {...props} />;
}
