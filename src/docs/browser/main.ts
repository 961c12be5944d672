import '../style.css';
import { watchCopies } from './copies.ts';
import { startIslands } from './islands.ts';
import { keep } from './kept.ts';
import { followContents, keepLanguage, openTarget, showInNavigation, showPlace } from './places.ts';
import { openSearchOnWish } from './search/open.ts';
import { switchTheme } from './theme.ts';
import { showVariants } from './variants.ts';

switchTheme();
showVariants();
watchCopies();
followContents();
showInNavigation();
showPlace();
openTarget();
keepLanguage(keep);
openSearchOnWish();
startIslands();
