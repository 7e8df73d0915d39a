import type { MongoClient } from "mongodb";
import { BackupError } from "./manifest.ts";
import { connect } from "./store/connect.ts";

/**
 * Opens the replica set that has all four databases, for one use.
 *
 * @throws BackupError for an address that does not read or answer, and a server without a replica set; what `use` throws
 */
export async function withMongo<Result>(uri: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> {
	const client = await connect(uri).catch((cause: unknown) => {
		// The driver's message about an address may contain its password.
		throw new BackupError("MONGODB_URI does not answer, or is no address of MongoDB. Name the administrator's, for all four databases.", {
			cause,
		});
	});
	try {
		const hello = await client.db("admin").command({ hello: 1 });
		if (hello["setName"] === undefined && hello["msg"] !== "isdbgrid")
			throw new BackupError("MONGODB_URI leads to a server without a replica set, which has no moments to read.");
		return await use(client);
	} finally {
		await client.close();
	}
}
