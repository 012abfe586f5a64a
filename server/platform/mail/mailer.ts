export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands one message over for delivery. Rejects when it was not accepted, so that a job can try it again. */
export interface Mailer {
  send(message: Message): Promise<void>;
}
