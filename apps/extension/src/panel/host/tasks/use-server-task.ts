import type { SessionId } from "@webhand/contracts/ids";
import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import { cancelServerTaskRoute, continueServerTaskRoute, serverTaskEventsRoute } from "@webhand/contracts/tools/server-tasks";
import { agentSessionRoute } from "@webhand/contracts/tools/sessions";
import { useEffect, useMemo, useRef, useState } from "react";
import { followStream } from "../../../kit/load/follow-stream.ts";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { isEnded, noConversation, withEvent, withStored } from "./task-conversation.ts";

type Reading = { readonly isLive: boolean; readonly isLost: boolean; readonly problem: ServerProblem | null };

const atWork: ReadonlySet<string> = new Set(["running", "waiting_approval"]);

/** A server-run task as it goes on: what is stored, its events as they come, and what the person can do. */
export function useServerTask(api: SignedInApi, id: SessionId) {
	const session = useReply(api, agentSessionRoute, { params: { id }, query: {} });
	const [events, setEvents] = useState(noConversation);
	const [reading, setReading] = useState<Reading>({ isLive: true, isLost: false, problem: null });
	const [round, setRound] = useState(0);
	/** All messages, where the stored ones do not have the last one yet. */
	const [sent, setSent] = useState<readonly string[]>([]);
	const { submit, isBusy, problem: refusal } = useSubmit((act: () => Promise<unknown>) => act().then(() => true));
	/** How far the events were read; a next message expects more of them. */
	const place = useRef({ seq: 0, isEnded: false, isMoreDue: false });
	const { retry, value } = session;
	const status = useRef<string | undefined>(undefined);
	status.current = value?.status;
	useEffect(() => {
		place.current = { seq: 0, isEnded: false, isMoreDue: false };
		setEvents(noConversation);
		setSent([]);
	}, [id]);
	useEffect(() => {
		const abort = new AbortController();
		const change = (part: Partial<Reading>) => (abort.signal.aborted ? undefined : setReading((before) => ({ ...before, ...part })));
		let waiting: { readonly event: LoopEvent; readonly at: number }[] = [];
		let frame = 0;
		const draw = () => {
			frame = 0;
			const came = waiting;
			waiting = [];
			setEvents((before) => came.reduce((all, { event, at }) => withEvent(all, event, at), before));
		};
		change({ isLive: true, problem: null });
		void followStream({
			open: (signal) => api.call(serverTaskEventsRoute, { params: { id }, query: { after: place.current.seq }, signal }),
			onEvent: ({ seq, event }) => {
				// A piece of text carries the number of the event before it.
				if (event.type !== "llm_chunk" && seq <= place.current.seq) return false;
				const isLast = event.type === "complete" || event.type === "error";
				place.current = { seq: Math.max(seq, place.current.seq), isEnded: isLast, isMoreDue: false };
				waiting.push({ event, at: Date.now() });
				frame ||= requestAnimationFrame(draw);
				return false;
			},
			onLost: (isLost) => change({ isLost }),
			isAtRest: () => {
				const { isEnded: hasEnded, isMoreDue } = place.current;
				return !isMoreDue && (hasEnded || !atWork.has(status.current ?? "running"));
			},
			signal: abort.signal,
		}).then((problem) => {
			change({ isLive: false, isLost: false, problem });
			// What the server stored has the durations.
			if (!abort.signal.aborted && problem === null) retry();
		});
		return () => {
			abort.abort();
			cancelAnimationFrame(frame);
			// What came is kept, so that the next round goes on after it.
			if (waiting.length > 0) draw();
		};
	}, [api, id, round, retry]);
	const ask = async (act: () => Promise<unknown>): Promise<boolean> => (await submit(act)) === true;
	const cancel = () => ask(() => api.call(cancelServerTaskRoute, { params: { id } }));
	const goOn = async (messages: readonly string[], message: string): Promise<boolean> => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const isSent = await ask(() => api.call(continueServerTaskRoute, { params: { id }, body: { message }, headers }));
		if (!isSent) return false;
		place.current = { ...place.current, isMoreDue: true };
		setSent([...messages, message]);
		setRound((count) => count + 1);
		return true;
	};
	const readAgain = () => {
		retry();
		setRound((count) => count + 1);
	};
	const conversation = useMemo(() => withStored(events, value?.toolCalls ?? []), [events, value]);
	const stored = (value?.messages ?? []).filter(({ role }) => role === "user").map(({ content }) => content);
	const known = stored.length > 0 || value === null ? stored : [value.task];
	const messages = known.length >= sent.length ? known : sent;
	const isWorking = reading.isLive && (conversation.turns.length < messages.length || !isEnded(conversation.turns.at(-1)));
	return {
		session,
		conversation,
		messages,
		isWorking,
		...reading,
		isBusy,
		refusal,
		cancel,
		goOn: (message: string) => goOn(messages, message),
		readAgain,
	};
}
