import { EventSourceParserStream } from "eventsource-parser/stream";

/** Makes the errors of a stream: an event outside the contract, and a connection that broke. */
type StreamErrors = { readonly badReply: (cause?: unknown) => Error; readonly unanswered: (cause: unknown) => unknown };

/**
 * Reads `text/event-stream`: the data of each event is JSON of the schema. Leaving the loop closes the connection.
 *
 * @throws what `errors` makes
 */
export async function* readEvents(body: NonNullable<Response["body"]>, schema: Schema, errors: StreamErrors): AsyncGenerator<unknown> {
	const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
	try {
		for (;;) {
			const { done, value } = await events.read().catch((cause: unknown) => {
				throw errors.unanswered(cause);
			});
			if (done) return;
			yield parse(value.data, schema, errors);
		}
	} finally {
		await events.cancel().catch(() => undefined);
	}
}

function parse(data: string, schema: Schema, errors: StreamErrors): unknown {
	try {
		return schema.parse(JSON.parse(data));
	} catch (cause) {
		throw errors.badReply(cause);
	}
}

type Schema = { readonly parse: (value: unknown) => unknown };
