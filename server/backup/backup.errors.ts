/** Another backup of the same installation is being written. */
export class BackupRunning extends Error {
  constructor() {
    super('Another backup of this installation is being written. Try again when it is finished.');
    this.name = 'BackupRunning';
  }
}
