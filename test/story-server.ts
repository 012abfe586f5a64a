/** The product as `npm start` runs it, but passwords are cheap to hash: the stories make hundreds of accounts. */
import { runServer } from '#server/main.ts';

await runServer({ passwordCost: { memoryCost: 64, timeCost: 1 } });
