import { createContext } from 'react';

/** Opens the palette, and names its keys. Undefined where there is none. */
export const OpenPalette = createContext<{ open: () => void; keys: string } | undefined>(undefined);
