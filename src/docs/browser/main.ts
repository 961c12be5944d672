import '../style.css';
import { keepChosenLanguage, switchTheme } from './choices.ts';
import { watchCopies } from './copies.ts';
import { startIslands } from './islands.ts';
import { followContents, openTarget, showInNavigation, showPlace } from './places.ts';
import { loadSearchWhenWanted } from './search/open.ts';
import { showVariants } from './variants.ts';

switchTheme();
showVariants();
watchCopies();
followContents();
showInNavigation();
showPlace();
openTarget();
keepChosenLanguage();
loadSearchWhenWanted();
startIslands();
