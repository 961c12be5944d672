// Words that several phrases share, as parts of regular expressions.

export const rival = '(?:wettbewerb\\w*|mitbewerb\\w*|konkurren[zt]\\w*|marktbegleiter\\w*)';
export const otherVendor =
  'ander(?:e|en|er|es|em) (?:anbieter\\w*|hersteller\\w*|dienstleister\\w*|loesung\\w*|lieferant\\w*|partner\\w*|produkt\\w*)';
export const boss =
  '(?:chef\\w*|geschaeftsfuehr\\w*|geschaeftsleitung|gf|vorstand\\w*|einkauf\\w*|zentrale|konzern\\w*|vorgesetzt\\w*|inhaber\\w*|leitung|holding|mutterkonzern|mutterhaus|betriebsrat|gremium|gesellschafter\\w*|it-leit\\w*)';
export const feature =
  '(?:\\w*funktion\\w*|feature\\w*|\\w*schnittstelle\\w*|integration\\w*|\\w*modul\\w*|anbindung\\w*|sso|api|(?:\\w+-)?apps?|export\\w*|auswertung\\w*|reporting|mandantenfaehigkeit|offline-?modus)';
export const contract =
  '(?:\\w*vertr(?:ag|aeg)\\w*|\\w*laufzeit\\w*|kuendigungsfrist\\w*|agb|haftung\\w*|\\w*klausel\\w*|avv|gewaehrleistung\\w*|zahlungsziel\\w*|zahlungsbedingung\\w*|sla|nda)';
export const present =
  '(?:aktuell\\w*|bestehend\\w*|jetzig\\w*|bisherig\\w*|derzeitig\\w*|heutig\\w*|vorhanden\\w*|alten?|eigenen?)';
export const change =
  '(?:umstellung|wechsel|umstieg|einfuehrung|migration|implementierung|einarbeitung)';
export const laterOn =
  '(?:naechste[ns]? (?:jahr|quartal|halbjahr|geschaeftsjahr|fruehjahr|sommer|herbst)|im (?:fruehjahr|sommer|herbst|winter|januar|februar|maerz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:ersten|zweiten|dritten|vierten) quartal|naechsten (?:jahr|quartal))|in (?:\\w+ ){1,2}(?:monaten|jahren|wochen)|in einem (?:halben )?jahr|ab 20\\d\\d|20\\d\\d|(?:in |ab |ende |anfang )?q[1-4])';
export const legalPeople =
  '(?:rechtsabteilung|rechtsabteilungen|rechtsanw(?:alt|aelt)\\w*|anw(?:alt|aelt)\\w*|jurist(?:en|in|innen)?|datenschutzbeauftragte\\w*|compliance|legal)';
