import { useState } from 'react';
import type { NavGroup } from '../pages/page-definition.ts';

const KEPT = 'folded-groups';

/** The groups of the navigation that the person has folded in this browser. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(kept);
  const toggle = (group: NavGroup) => {
    const next = folded.includes(group)
      ? folded.filter((one) => one !== group)
      : [...folded, group];
    setFolded(next);
    try {
      localStorage.setItem(KEPT, next.join(' '));
    } catch {
      // The browser keeps nothing. The groups stay folded until the page is loaded anew.
    }
  };
  return { folded, toggle };
}

function kept(): readonly string[] {
  try {
    return localStorage.getItem(KEPT)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
