import { MongoClient } from "mongodb";

/** Opens a client whose reads are of what cannot be rolled back. @throws what the driver says */
export async function connect(uri: string): Promise<MongoClient> {
	const limit = /[?&]serverSelectionTimeoutMS=/i.test(uri) ? {} : { serverSelectionTimeoutMS: 10_000 };
	const client = new MongoClient(uri, { ...limit, appName: "webhand-backup" });
	try {
		return await client.connect();
	} catch (cause) {
		await client.close();
		throw cause;
	}
}
