/** The languages of the product's texts (D77). */
export type Language = 'de' | 'en';
