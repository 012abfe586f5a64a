export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Sends one message. Rejects when it was not accepted, so that a job can retry. */
  send(message: Message): Promise<void>;
  /** Rejects when messages cannot be sent now. Does not send one. */
  check(): Promise<void>;
}
