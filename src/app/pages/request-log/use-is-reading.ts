import { useEffect, useState } from 'react';

/** If the page is scrolled down by this many pixels, the top of the list is out of sight. */
const FAR = 160;

/** True while the person points at the list, has the focus in it, or has scrolled down. */
export function useIsReading() {
  const [isOver, setIsOver] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isFar, setIsFar] = useState(false);
  useEffect(() => {
    const look = () => setIsFar(scrollY > FAR);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const handlers = {
    onPointerEnter: () => setIsOver(true),
    onPointerLeave: () => setIsOver(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
  return { isReading: isOver || hasFocus || isFar, handlers };
}
