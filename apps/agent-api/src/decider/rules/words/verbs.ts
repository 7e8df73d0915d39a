/** What a verb asks for; the same intent whatever word says it. */
export type Verb =
	| "click"
	| "press"
	| "fill"
	| "set"
	| "choose"
	| "tick"
	| "untick"
	| "toggle"
	| "search"
	| "open"
	| "visit"
	| "submit"
	| "scroll"
	| "wait"
	| "hover"
	| "drag"
	| "copy"
	| "paste"
	| "expand"
	| "collapse"
	| "close"
	| "back"
	| "forward"
	| "reload"
	| "read"
	| "find"
	| "focus"
	| "use"
	| "switch"
	| "clear"
	| "solve"
	| "mark"
	| "ask"
	| "stop"
	| "other";

const verbPhrases: readonly (readonly [Verb, string])[] = [
	["back", "go back|navigate back|return to the previous page|step back"],
	["forward", "go forward|navigate forward"],
	["reload", "reload|refresh"],
	[
		"click",
		"click on|click|tap on|tap|hit on|hit|push on|push|double-click on|double-click|double click on|double click|doubleclick|right-click on|right-click|right click on|right click",
	],
	["press", "press on|press|strike"],
	["fill", "type in|type|enter in|enter|fill in|fill out|fill up|fill|write down|write|input|put in|put|key in|insert|complete|provide"],
	["set", "set|change|adjust|update"],
	["choose", "select|choose|pick out|pick"],
	["untick", "uncheck|untick|deselect|unselect|unmark|switch off|turn off|disable|deactivate"],
	["tick", "check off|check|tick off|tick|switch on|turn on|enable|activate"],
	["toggle", "toggle"],
	["search", "search for|search|look for|look up|query|google"],
	["switch", "switch over to|switch to|switch|change to"],
	["visit", "go over to|go to|visit|navigate to|browse to|head to|head over to|jump to|return to|move over to|move on to"],
	["open", "open up|open|view|show|bring up|launch"],
	["submit", "submit|send off|send|hand in"],
	["scroll", "scroll"],
	["wait", "wait for|wait|pause for"],
	["hover", "hover over|hover on|hover|mouse over|point at|point to"],
	["drag", "drag and drop|drag|move|draw"],
	["copy", "copy"],
	["paste", "paste"],
	["expand", "expand|unfold|uncollapse|reveal|unroll"],
	["collapse", "collapse|fold|minimize|hide"],
	["close", "close|dismiss|exit"],
	[
		"read",
		"read out|read|tell me|tell|report|what is|what are|what does|what do|whats|give me|return|output|say|how many|how much|which|who is|when is|where is|note down|note",
	],
	["find", "find|locate|spot|identify|retrieve|grab|pull up|fetch|take"],
	["focus", "focus into|focus on|focus in|focus|place the cursor in|put the cursor in"],
	["use", "use|using"],
	["clear", "clear|empty"],
	["solve", "solve|calculate|compute|work out|add up"],
	["mark", "mark"],
	["ask", "ask me|ask"],
];

/** Verbs that name a control of their own ("add it to the cart" → a control called so). They also start a clause. */
const otherVerbs =
	"add remove delete trash reply forward star unstar like unlike share follow unfollow save download upload attach book buy order sort filter archive create edit rename log sign register subscribe unsubscribe play pause stop start block mute report accept decline agree confirm cancel apply reset print continue proceed finish begin join leave upvote downvote vote comment post publish retweet tweet flag invite approve reject assign generate draw make increase decrease raise lower zoom rotate swap undo redo skip rate pay check-out checkout login logout bookmark favorite favourite pin unpin show hide call contact message email schedule plan import export duplicate win roll shuffle restore refund return compare view browse preview try get bring keep move arrange rearrange reorder count name highlight bisect change do let give respond answer resend relay deliver pass foward mail transfer hang lock unlock track place revoke withdraw suspend reinstate promote demote resolve reopen escalate snooze reserve freeze redeem renew unassign unarchive unpublish unblock unmute terminate postpone reschedule request remind notify activate deactivate connect disconnect reconnect admit discharge enroll evict waive reconcile settle dispatch lend charge acknowledge prioritize merge restart reboot retry rerun verify validate hire nudge";

// "log in" and "log out" are two verbs: the first word alone would name both controls.
const particleVerbs =
	"log in|log into|log out|log off|log on|sign in|sign into|sign out|sign up|sign off|sign on|check in|check out|back up|opt in|opt out|set up|start over|start up|shut down|print out|give up|try again|mark as read|mark as unread|write off|call off|roll back|take down|take payment|take a payment|take the payment";

const verbTable = new Map<string, { verb: Verb; words: number }>();
for (const [verb, phrases] of verbPhrases)
	for (const phrase of phrases.split("|")) verbTable.set(phrase, { verb, words: phrase.split(" ").length });
for (const phrase of particleVerbs.split("|")) verbTable.set(phrase, { verb: "other", words: phrase.split(" ").length });
for (const word of otherVerbs.split(" ")) if (!verbTable.has(word)) verbTable.set(word, { verb: "other", words: 1 });

/** The verb that a run of lower-case words starts with, and how many of them it takes; undefined for other words. */
export function verbAt(words: readonly string[]): { readonly verb: Verb; readonly words: number } | undefined {
	for (let count = Math.min(6, words.length); count >= 1; count -= 1) {
		const found = verbTable.get(words.slice(0, count).join(" "));
		if (found !== undefined && found.words === count) return found;
	}
	return undefined;
}

/** Verbs that are as often nouns or labels; they start a clause only where the next word shows it. */
export const nounVerbs: ReadonlySet<string> = new Set(
	"search check order mark type name date email message comment post book like star share reply report view sort filter rate number call contact login logout checkout check-out submit print help plan play set return query range copy paste note block switch stop start show focus reset vote schedule close open next count change track follow cancel apply use key save delete forward back download upload place request charge".split(
		" ",
	),
);
