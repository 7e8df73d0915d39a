import { addressOfDatabase } from "../../../docker/mongo-address.mjs";
import { StackError } from "../errors.ts";

/**
 * The address of one database on an external server.
 *
 * @throws StackError with exit code 3 when it is no address; the message does not repeat it, since a password may stand in it
 */
export function externalDatabase(given: string, database: string): string {
	const address = addressOfDatabase(given, database);
	if (address === undefined)
		throw new StackError("MONGODB_URI is not an address such as mongodb://127.0.0.1:27017/?replicaSet=rs0.", { exitCode: 3 });
	return address;
}
