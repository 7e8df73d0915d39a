import { formsOf } from "./forms.ts";
import { doings, endings, lettingIn, shortForms, shuttingOut } from "./lists.ts";

/** A deed by its noun: what does it may stand before it or behind it, up to two words away. */
export function together(kind: "pay" | "destructive"): readonly RegExp[] {
	const [verbs, nouns] = [doings.verbs, doings[kind]].map(anyOf);
	return [apart(`(?:${verbs})`, `(?<deed>${nouns})`), apart(`(?<deed>${nouns})`, `(?:${verbs})`)];
}

/** "Cancel my subscription", "das Konto endgültig schließen": the verb is the deed. */
export function ended(): readonly RegExp[] {
	const [verbs, things] = [endings.verbs, endings.things].map(anyOf);
	// A menu of the account may be closed as any other.
	const part = "(?! (?:menu|dialog|panel|settings|popup|window|tab|details|switcher|list|info|history|überblick|menü))";
	return [apart(`(?<deed>${verbs})`, `(?:l['’]|d['’])?(?:${things})${part}`), apart(`(?:${things})`, `(?<deed>${verbs})`)];
}

/** "Ban this user", "Benutzer sperren". */
export function shutOut(): readonly RegExp[] {
	const [verbs, last, things] = [`${shuttingOut.verbs} ${shuttingOut.last}`, shuttingOut.last, shuttingOut.things].map(anyOf);
	return [apart(`(?<deed>${verbs})`, `(?:${things})`), apart(`(?:${things})`, `(?<deed>${last})`)];
}

/** "Del", "🗑", "rm all": as all that a label says, since "del" is an article elsewhere. Parts of a label stand between bars. */
export function abbreviated(): RegExp {
	const things = "all|row|item|line|user|file|files|selected|this|it|entry|record";
	return new RegExp(`(?:^|\\| )(?<deed>${[...shortForms.keys()].join("|")})\\uFE0F?(?: (?:${things}))?(?= ?(?:\\||$))`, "u");
}

/** "Add a user", "Mitglied einladen", "two-factor", "create an API token", "Zugriff erteilen": who may do what becomes another. */
export function rightsChanged(): readonly RegExp[] {
	const [verbs, last, things] = [`${lettingIn.verbs} ${lettingIn.last}`, lettingIn.last, lettingIn.things].map(anyOf);
	const access = "(?:access|zugriff|zugang|accès|acceso|accesso|acesso|доступ)";
	const gives =
		"(?:approve|request|revoke|give|change|manage|allow|erteilen|gewähren|entziehen|ändern|donner|accorder|retirer|dar|conceder|revocar|concedere|revocare|revogar|предоставить|отозвать)";
	return [
		apart(`(?<deed>${verbs})`, `(?:${things})`),
		apart(`(?:${things})`, `(?<deed>${last})`),
		apart(`(?<deed>${gives})`, `(?:l['’]|d['’]|un )?${access}`),
		apart(access, `(?<deed>${gives})`),
		/(?<!\p{L})(?<deed>close|delete|deactivate|disable|transfer) (?:my |your |the )?(?:account|user)(?!\p{L})|konto (?<deed2>löschen|schließen)(?!\p{L})/u,
		/(?<!\p{L})(?<deed>two[- ](?:factor|step)|mot de passe|zwei[- ]faktor|access (?:levels?|keys?|tokens?)|api[- ](?:keys?|tokens?|schlüssel)|(?:my |your |the )?account settings)(?!\p{L})/u,
		/(?<!\p{L})(?<deed>create|generate|regenerate|rotate|revoke) (?:\p{L}+ ){0,2}?(?:tokens?|secrets?)(?!\p{L})/u,
	];
}

/** "Block" alone on a button: whom it shuts out stands beside it. */
export function shutOutAlone(): RegExp {
	return /(?:^|\| )(?<deed>ban|block|kick|suspend|sperren|blockieren)(?= ?(?:\||$))/u;
}

/** "Mark as spam", "report abuse": the sender is told on, and what else they write is kept away. */
export function reported(): readonly RegExp[] {
	const kinds = "(?:spam|junk|phishing|abuse|scam|fraud)";
	return [
		new RegExp(`(?<!\\p{L})(?<deed>mark|report|flag) (?:(?!not )\\p{L}+ ){0,3}?${kinds}(?!\\p{L})`, "u"),
		/(?<!\p{L})als (?:spam|junk|phishing) (?<deed>markieren|melden)|(?<deed2>signaler) (?:\p{L}+ )?(?:spam|abus)(?!\p{L})/u,
	];
}

/** "Forward", "sign", "cash out", "make admin", "turn off 2FA", "visible to everyone": what hands something out, or takes a guard away. */
export function granted(): readonly RegExp[] {
	const open =
		"(?:public|everyone|everybody|anyone|admin|administrator|owner|öffentlich|alle|administrateur|propriétaire|tout le monde|público|todos|administrador|propietario|общедоступн\\p{L}+|всех|всем|администратор\\p{L}*|владелец|владельцем)";
	const makes = "make|set|become|visible|show|machen|mache|sichtbar|rendre|nommer|hacer|visible|nombrar|сделать|назначить";
	const guards =
		"(?:2fa|mfa|two[- ]factor|two[- ]step|protection|firewall|encryption|zwei[- ]faktor[\\p{L}-]*|schutz|double authentification|protection|dos factores|protección|двухфакторн\\p{L}+|защиту)";
	const offs = "turn off|switch off|disable|ausschalten|abschalten|deaktivieren|désactiver|desactivar|отключить|выключить";
	return [
		/^(?<deed>forward|sign)(?! ?-?(?:in|up|out|off|on)(?!\p{L}))(?: (?!in|up|out|off|on)|$| ?\|)/u,
		/(?<!\p{L})(?<deed>cash|top)[- ]?(?:out|up)(?!\p{L})/u,
		new RegExp(`(?<!\\p{L})(?<deed>${makes}) (?:\\p{L}+ ){0,3}?${open}(?!\\p{L})`, "u"),
		new RegExp(`(?<!\\p{L})(?:als |zum |zur )?${open} (?:\\p{L}+ ){0,1}?(?<deed>${makes})(?!\\p{L})`, "u"),
		new RegExp(`(?<!\\p{L})(?<deed>${offs}) (?:\\p{L}+ ){0,3}?${guards}`, "u"),
		new RegExp(`(?<!\\p{L})${guards} (?:\\p{L}+ ){0,2}?(?<deed>${offs})(?!\\p{L})`, "u"),
	];
}

/** A choice that gives a right or shows a thing to all, as all that it says: "Admin", "Public". */
export function opening(): RegExp {
	return /^(?:anyone(?: with the link)?|public|everyone|admin|administrator|owner|öffentlich|jeder|eigentümer|administrateur|propriétaire|publique?|tout le monde|público|administrador|propietario|общедоступно|администратор|владелец)$/u;
}

/** "Sign out everywhere", "alle Sitzungen beenden": other people, or the person elsewhere, are thrown out. */
export function signedOutEverywhere(): readonly RegExp[] {
	return [
		/(?<!\p{L})(?<deed>sign|log)(?:ing)?[ -]?(?:out|off) (?:\p{L}+ ){0,3}?(?:everywhere|all|everyone|everybody|others?)(?!\p{L})/u,
		/(?<!\p{L})(?<deed>end|close|terminate|beenden?|fermer|cerrar|chiudi|chiudere|encerrar|завершить) (?:\p{L}+ ){0,2}?(?:all|every|other|alle|anderen?|toutes|todas|tutte|все) (?:\p{L}+ ){0,2}?(?:sessions?|sitzungen|sesiones|sessioni|sessões|сеансы)(?!\p{L})/u,
		/(?<!\p{L})(?:überall|von allen geräten) (?<deed>abmelden)|(?<!\p{L})alle (?:anderen )?sitzungen (?<deed2>beenden|abmelden)(?!\p{L})/u,
		/(?<!\p{L})(?:se )?(?<deed>déconnecter) (?:partout|de tous)|(?<deed2>cerrar) sesión en todos|(?<deed3>выйти) (?:везде|со всех)/u,
	];
}

/** Patterns of a thing that is put into a trash bin, in nine languages. */
export function binned(): readonly RegExp[] {
	const bins = "(?:trash|recycle bin|bin|papierkorb|corbeille|papelera|cestino|lixeira|корзину)";
	return [
		new RegExp(
			`(?<!\\p{L})(?<deed>move|moved|put|send|drag|verschieben|déplacer|mover|sposta|переместить) (?:\\p{L}+ ){0,3}${bins}(?!\\p{L})`,
			"u",
		),
		new RegExp(
			`(?<!\\p{L})(?<deed>empty|clear|vider|videz|vaciar|vacía|svuota|svuotare|esvaziar|очистить) (?:\\p{L}+ ){0,2}${bins}(?!\\p{L})`,
			"u",
		),
		/(?<!\p{L})(?<deed>trash)(?= (?:it|this|these|all|everything|selected|message|messages|file|files|item|items|mail)(?!\p{L}))/u,
		/(?<!\p{L})papierkorb (?<deed>leeren)(?!\p{L})|^(?<deed2>leeren)$/u,
		/(?<!\p{L})(?<deed>clear|reset|discard|drop|delete|empty) (?:(?:all|the|my|your|this) ){0,2}(?:data|everything|history|database|databases|table|tables|account|device|password|phone|settings|account settings|factory settings|cart|basket)(?!\p{L})/u,
		/(?<!\p{L})(?:factory (?<deed>reset)|(?<deed2>reset|clear|discard|delete) all)(?!\p{L})/u,
	];
}

/** "Charge rent", "collect the deposit", "refund the customer": money that moves, whoever it comes from. */
export function charging(): RegExp {
	return /(?<!\p{L})(?<deed>charge|debit|collect|refund) (?:\p{L}+ ){0,2}?(?:rents?|fees?|cards?|payments?|deposits?|customers?|tenants?|guests?|members?|accounts?|balances?|amounts?|debts?|fines?)(?!\p{L})/u;
}

/** A pattern of money that is sent, moved or withdrawn, in nine languages. */
export function ofMoney(): RegExp {
	const money = "(?:money|cash|funds|crypto|bitcoins?|geld|argent|dinero|dinheiro|denaro|soldi|деньги)";
	return new RegExp(
		`(?<!\\p{L})(?<deed>send|wire|withdraw|give|move|deposit|schicken|schicke|senden|sende|envoyer|envoyez|enviar|envía|envie|inviare|invia|отправить|отправь) (?:\\p{L}+ )?(?:de l['’])?${money}(?!\\p{L})|(?<!\\p{L})${money} (?<deed2>senden|schicken|abheben)(?!\\p{L})`,
		"u",
	);
}

function apart(first: string, second: string): RegExp {
	return new RegExp(`(?<!\\p{L})${first} (?:[\\p{L}\\p{N}'’]+ ){0,2}?${second}(?!\\p{L})`, "u");
}

function anyOf(words: string): string {
	return [...new Set(words.split(" ").flatMap(formsOf))].sort((left, right) => right.length - left.length).join("|");
}
