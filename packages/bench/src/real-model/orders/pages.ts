import type { Order } from "./order.ts";

/** Orders on the five pages of our own. */
export const pageOrders: readonly Order[] = [
	{
		...{ name: "form-name", kind: "literal", start: { page: "form" } },
		says: 'Type "Ada" into the name field',
		wanted: { name: "Ada" },
	},
	{
		...{ name: "form-send", kind: "literal", isSimple: true, start: { page: "form" } },
		says: 'Type "Ada Lovelace" into Name, type "ada@example.com" into Email and click "Send"',
		wanted: { name: "Ada Lovelace", email: "ada@example.com", sent: true },
	},
	{
		...{ name: "form-newsletter", kind: "plain", isSimple: true, start: { page: "form" } },
		says: "I would like to get the newsletter",
		wanted: { newsletter: true },
	},
	{
		...{ name: "list-approve", kind: "literal", isSimple: true, start: { page: "list" } },
		says: 'Click "Approve 1004"',
		wanted: { "approved 1004": true },
	},
	{
		...{ name: "list-amount", kind: "question", isSimple: true, start: { page: "list" } },
		says: "What is the amount of invoice 1007?",
		answer: /\b88\.20\b/,
	},
	{
		...{ name: "list-overdue", kind: "question", isSimple: true, start: { page: "list" } },
		says: "How many invoices are overdue?",
		answer: /\b(?:3|three)\b/i,
	},
	{
		...{ name: "list-customer", kind: "plain", isSimple: true, start: { page: "list" } },
		says: "The bill of Globex is fine, let it pass",
		wanted: { "approved 1003": true },
	},
	{
		...{ name: "list-all-overdue", kind: "goal", start: { page: "list" } },
		says: "Approve all overdue invoices",
		wanted: { "approved 1002": true, "approved 1005": true, "approved 1007": true },
	},
	{
		...{ name: "list-missing", kind: "impossible", start: { page: "list" } },
		says: "Approve invoice 1099",
	},
	{
		...{ name: "login-sign-in", kind: "literal", isSimple: true, start: { page: "login" } },
		says: 'Type "ada@example.com" into Email, type "lamp-2211" into Password and click "Sign in"',
		wanted: { signedIn: true },
	},
	{
		...{ name: "table-quantity", kind: "literal", isSimple: true, start: { page: "table" } },
		says: 'Type "5" into "Quantity of Lamp"',
		wanted: { "quantity Lamp": "5" },
	},
	{
		...{ name: "table-dearest", kind: "question", isSimple: true, start: { page: "table" } },
		says: "Which item is the most expensive?",
		answer: /\bdesk\b/i,
	},
	{
		...{ name: "settings-language", kind: "literal", isSimple: true, start: { page: "settings" } },
		says: 'Select "German" as language',
		wanted: { language: "German" },
	},
	{
		...{ name: "settings-report", kind: "literal", isSimple: true, start: { page: "settings" } },
		says: 'Tick "Weekly report"',
		wanted: { report: true },
	},
	{
		...{ name: "settings-dark", kind: "plain", isSimple: true, start: { page: "settings" } },
		says: "The page is too bright for me, make it dark",
		wanted: { dark: true },
	},
	{
		...{ name: "settings-export", kind: "impossible", start: { page: "settings" } },
		says: "Export my data as a CSV file",
	},
];
