export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one message. Rejects when it was not accepted, so that a job can try again. */
export interface Mailer {
  send(message: Message): Promise<void>;
}
