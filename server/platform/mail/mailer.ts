export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Sends one message. Rejects when it was not accepted, so that a job can try again. */
  send(message: Message): Promise<void>;
  /** Rejects when no message could be sent now; sends none. */
  check(): Promise<void>;
}
