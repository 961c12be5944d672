/** The most characters of a view's name. The app reads this number without the code of the schemas. */
export const LONGEST_VIEW_NAME = 60;
