import { Email } from "@webhand/contracts/auth/sign-in";
import { ConfigError } from "@webhand/service-kit/config";
import { OwnError } from "@webhand/service-kit/errors";
import { createIds } from "@webhand/service-kit/ids";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { inTransaction, openMongo } from "@webhand/service-kit/mongo";
import { createAccountStore, indexAccounts } from "./accounts/store.ts";
import { createAuditStore } from "./audit/store.ts";
import { readOperatorConfig } from "./config.ts";
import { makeOperator } from "./people/operator.ts";
import { createPeopleStore, indexPeople } from "./people/store.ts";

/** Makes the email of the command line an operator and prints a one-time link to set its password. Exit code 1 with the reason, else. */
async function main(): Promise<void> {
	const email = Email.safeParse(process.argv[2]);
	if (!email.success || process.argv.length > 3)
		throw new OwnError("Name one email: npm run pnpm -- --filter @webhand/auth operator ada@example.com");
	const config = readOperatorConfig();
	const log = createLogger({ service: "auth", level: "silent" });
	const mongo = await openMongo({ uri: config.MONGODB_URI, database: "webhand_auth", log, metrics: createMetrics(), giveUpAfterMs: 5_000 });
	try {
		// The service may never have started here; without the index two accounts could have one email.
		await Promise.all([indexAccounts(mongo.db), indexPeople(mongo.db)]);
		const link = await makeOperator(
			{
				store: createPeopleStore(mongo.db),
				accounts: createAccountStore(mongo.db),
				audit: createAuditStore(mongo.db),
				transact: (work) => inTransaction(mongo, work),
				ids: createIds(),
				now: () => new Date(),
				publicUrl: config.PUBLIC_URL,
				personalTenants: config.PERSONAL_TENANTS === "on",
				organization: config.BOOTSTRAP_ORGANIZATION,
			},
			email.data,
		);
		process.stdout.write(`${email.data} is an operator. Set the password within 24 hours, once, at\n${link}\n`);
	} finally {
		await mongo.close();
	}
}

await main().catch((cause: unknown) => {
	const isOurs = cause instanceof OwnError || cause instanceof ConfigError;
	process.stderr.write(`${isOurs ? cause.message : `The database does not answer: ${String(cause)}`}\n`);
	process.exitCode = 1;
});
