/**
 * Runs the product like `npm start`, except that passwords are cheap to hash, because the stories create hundreds of
 * accounts.
 */
import { runServer } from '#server/main.ts';

await runServer({ passwordCost: { memoryCost: 64, timeCost: 1 } });
