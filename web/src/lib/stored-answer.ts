/** The header that the service worker adds to an answer that the device had stored, because the server gave none. */
export const storedAnswerHeader = 'x-stored-answer';
