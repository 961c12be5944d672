import '../style.css';
import { watchCopies } from './copies.ts';
import { startIslands } from './islands.ts';
import { switchTheme } from './theme.ts';

switchTheme();
watchCopies();
startIslands();
