import { noteCommand } from "../tracing/span.ts";

/** What is counted of MongoDB: the commands that stores send, by what the server calls them. */
export type MongoCommand =
	| "find"
	| "aggregate"
	| "insert"
	| "update"
	| "delete"
	| "findAndModify"
	| "commitTransaction"
	| "abortTransaction"
	| "ping"
	| "other";

/** Counts one command; never throws. */
export type ObserveCommand = (op: MongoCommand, seconds: number) => void;

/** How calls of a collection are counted: by the command that each of them sends. */
const commands: ReadonlyMap<string, MongoCommand> = new Map(
	Object.entries({
		find: "find",
		findOne: "find",
		aggregate: "aggregate",
		countDocuments: "aggregate",
		distinct: "other",
		insertOne: "insert",
		insertMany: "insert",
		deleteOne: "delete",
		deleteMany: "delete",
		updateOne: "update",
		updateMany: "update",
		replaceOne: "update",
		bulkWrite: "update",
		findOneAndUpdate: "findAndModify",
		findOneAndReplace: "findAndModify",
		findOneAndDelete: "findAndModify",
	}),
);

type Method = (...given: readonly unknown[]) => unknown;

/**
 * A database handle whose commands are timed, cursors by their `toArray`. The driver's own events of commands say the same, but for them it
 * copies each command and unpacks each reply a second time: a tenth of a step's processor time.
 */
export function measuredDb<Db extends object>(db: Db, observe: ObserveCommand): Db {
	const cursor = (given: object, op: MongoCommand): object => {
		const measured: object = instead(given, (name, call) => {
			if (name === "toArray") return (...args) => timed(call(...args) as Promise<unknown>, op, observe);
			return (...args) => {
				const result = call(...args);
				return result === given ? measured : result;
			};
		});
		return measured;
	};
	const collection = (given: object) =>
		instead(given, (name, call) => {
			const op = commands.get(name);
			if (op === undefined) return call;
			if (name === "find" || name === "aggregate") return (...args) => cursor(call(...args) as object, op);
			return (...args) => timed(call(...args) as Promise<unknown>, op, observe);
		});
	return instead(db, (name, call) => {
		if (name === "collection") return (...args) => collection(call(...args) as object);
		if (name !== "command") return call;
		return (...args) => timed(call(...args) as Promise<unknown>, commandOf(args[0]), observe);
	});
}

function commandOf(command: unknown): MongoCommand {
	const [name] = Object.keys(Object(command));
	return name === "ping" || name === "update" ? name : "other";
}

/** An object with other methods in the place of its own. */
function instead<Target extends object>(target: Target, replace: (name: string, call: Method) => Method): Target {
	const known = new Map<string, Method>();
	return new Proxy(target, {
		get: (_target, name) => {
			const kept = typeof name === "string" ? known.get(name) : undefined;
			if (kept !== undefined) return kept;
			const value: unknown = Reflect.get(target, name, target);
			if (typeof value !== "function" || typeof name !== "string") return value;
			const method = replace(name, (...given) => Reflect.apply(value, target, given));
			known.set(name, method);
			return method;
		},
	});
}

/** Counts how long a promise takes to settle, either way, and hands it on. */
export function timed<Result>(work: Promise<Result>, op: MongoCommand, observe: ObserveCommand): Promise<Result> {
	const started = performance.now();
	const settled = () => observe(op, (performance.now() - started) / 1_000);
	work.then(settled, settled);
	noteCommand({ system: "mongodb", op }, work);
	return work;
}
