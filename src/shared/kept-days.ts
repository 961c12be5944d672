/** The request log keeps lines for this long, because an address in a line is personal. */
export const REQUEST_LOG_DAYS = 30;
/** Deliveries and their events are kept for this long after the delivery has ended (D170). */
export const DELIVERY_DAYS = 30;
