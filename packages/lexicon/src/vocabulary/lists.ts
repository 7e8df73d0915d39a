/** Words of the gate, a line per language, in the forms that stand on buttons: infinitive, imperative, first person. They only add caution. */
export const commitWords = [
	"submit send save publish post confirm order book apply register subscribe accept approve place decline reserve",
	"senden sende absenden abschicken versenden versende verschicken verschicke freigeben speichern speichere veröffentlichen bestätigen bestätige bestellen bestelle buchen buche anmelden registrieren abonnieren reservieren reserviere vormerken vormerke",
	"envoyer envoyez envoie soumettre soumettez enregistrer enregistrez publier publiez confirmer confirmez confirme commander commandez réserver réservez valider validez",
	"enviar envía envíe guardar guarda guarde publicar publica confirmar confirma confirme pedir pide reservar reserva registrarse suscribirse realizar finalizar",
	"inviare invia salvare salva pubblicare pubblica confermare conferma ordinare ordina prenotare prenota",
	"salvar gravar encomendar assinar confirmar concluir",
	"отправить отправь отправьте сохранить сохрани сохраните опубликовать опубликуй подтвердить подтверди подтвердите заказать закажи закажите забронировать забронируй оформить оформи оформите",
	"提交 发送 保存 发布 确认 预订 下单",
	"送信 保存 公開 確認 予約 注文 確定",
	"discard reset trash rent wire bid withdraw deposit invest upgrade finalize",
	// What takes effect at once on the thing beside it.
	"archive unarchive unpublish duplicate resolve reopen assign unassign reassign restore reject merge invite activate promote demote escalate",
	"archivieren archiviere duplizieren dupliziere zuweisen ablehnen genehmigen genehmige freischalten aktivieren wiederherstellen einladen",
	"archiver archivez dupliquer dupliquez assigner rejeter restaurer inviter activer approuver approuvez",
	"archivar archiva duplicar duplica asignar rechazar restaurar invitar activar aprobar archiviare duplicare assegnare rifiutare approvare",
] as const;

/** What takes effect at once and gives something to others: rights, a text, money. Switches and choices that say so commit as well. */
export const grantWords = [
	"allow authorize authorise grant share publish reply tweet retweet sell swap deploy execute rotate trust permit",
	"erlauben erlaube zulassen autorisieren autorisiere gewähren gewähre teilen teile veröffentlichen antworten antworte weiterleiten verkaufen verkaufe vertrauen ausführen tauschen unterschreiben unterzeichnen",
	"autoriser autorisez permettre partager partagez publier publiez répondre répondez transférer transférez vendre vendez échanger déployer exécuter signer signez",
	"permitir permite autorizar autoriza autorice compartir comparte publicar publica responder reenviar vender vende intercambiar desplegar ejecutar firmar firma",
	"разрешить разреши разрешите поделиться опубликовать ответить переслать продать обменять выполнить подписать доверять авторизовать",
] as const;

export const payWords = [
	"pay buy purchase checkout payment transfer donate paynow buynow",
	"bezahlen bezahle bezahlt zahlen zahle kaufen kaufe zahlungspflichtig kostenpflichtig überweisen überweise spenden spende",
	"payer payez paie paye payons acheter achetez achète j'achète paiement virer virez",
	"pagar paga pague pago comprar compra compre compro transferir transfiere transfiera donar dona",
	"pagare paga paghi acquistare acquista comprare compra pagamento trasferire trasferisci donare dona",
	"pagamento pagar pague comprar compre transferir transfira doar",
	"оплатить оплати оплатите оплачиваю оплата заплатить заплати заплатите купить купи купите куплю перевести переведи переведите пожертвовать пожертвуй пожертвуйте",
	"支付 购买 付款 转账 捐款 汇款 结账",
	"支払う 支払い 購入 買う お支払い 送金 寄付 決済 振込 振り込む",
] as const;

export const orderWords = [
	"reorder",
	"bestellen bestelle nachbestellen",
	"commander commandez",
	"pedir pide",
	"ordina",
	"encomendar",
	"заказать закажи закажите",
	"下单 提交订单",
	"注文",
] as const;

export const destructiveWords = [
	"delete remove erase destroy wipe deactivate transfer terminate unsubscribe purge revoke withdraw shred",
	"löschen lösche entfernen entferne kündigen kündige überweisen überweise deaktivieren deaktiviere vernichten stornieren storniere widerrufen",
	"supprimer supprimez supprime effacer effacez efface résilier résiliez résilie virer virez désactiver désactivez désactive détruire détruisez révoquer",
	"eliminar elimina elimine borrar borra borre transferir transfiere desactivar desactiva desactive destruir revocar",
	"eliminare elimina cancellare cancella rimuovere rimuovi trasferire trasferisci disattivare disattiva distruggere revocare",
	"excluir exclua exclui apagar apague apaga remover remova desativar desative destruir revogar",
	"удалить удали удалите удаляю стереть сотри сотрите перевести переведи деактивировать деактивируй уничтожить уничтожь отозвать",
	"删除 移除 转账 注销 清空 销毁 取消订阅 取消订单 关闭账户 关闭账号",
	"削除 解約 送金 消去 退会 破棄 注文をキャンセル 予約をキャンセル",
] as const;

/** What is ended by words that otherwise only shut a dialog: "cancel", "close". */
export const endings = {
	verbs:
		"cancel close terminate end beende schließen schließe beenden kündigen annuler annulez fermer fermez cerrar cierra cancelar cancela chiudere chiudi annullare annulla disdire disdici encerrar encerre fechar закрыть закрой отменить отмени",
	things:
		"subscription membership account accounts plan contract policy order orders booking reservation appointment konto abo abonnement mitgliedschaft vertrag bestellung buchung reservierung compte commande réservation contrat cuenta suscripción pedido reserva cita conto abbonamento ordine prenotazione contratto conta assinatura аккаунт счёт счет подписку заказ бронь бронирование",
} as const;

/** Nouns of deeds that a verb of doing carries out: "confirm deletion", "Überweisung ausführen", "finalizar pedido". */
export const doings = {
	verbs:
		"confirm complete finalize finalise finish execute submit make proceed ausführen abschließen bestätigen bestätige aufgeben tätigen absenden freigeben finaliser finalisez confirmer confirmez passer passez effectuer effectuez finalizar finaliza realizar realiza confirmar confirma hacer efectuar completar completa tramitar concluir confermare conferma completare concludere concludi effettuare effettua finalizzare подтвердить подтверди подтвердите завершить заверши оформить оформи оформите совершить",
	pay: "payment purchase order booking reservation transfer donation buchung reservierung überweisung zahlung kauf bestellung spende paiement achat commande virement pago compra pedido transferencia donación pagamento acquisto ordine bonifico transferência doação оплату покупку заказ перевод платёж платеж",
	destructive:
		"deletion removal cancellation termination löschung kündigung entfernung stornierung suppression résiliation annulation eliminación borrado baja cancelación eliminazione cancellazione disdetta exclusão remoção cancelamento удаление отмену",
} as const;

/** Verbs that move money where an amount stands in the label itself: "Send 500 €", "Rent now 20 €". Commit words are such verbs as well. */
export const moneyVerbs = [
	"wire rent bid withdraw deposit invest upgrade renew give tip stake bet start complete finalize",
	"schicken schicke mieten miete aufgeben verlängern aufladen einzahlen auszahlen",
	"régler réglez louer louez verser versez alquilar ingresar recargar finalizar noleggiare versare ricaricare alugar depositar recarregar",
	"арендовать пополнить внести продлить",
] as const;

/** Verbs that shut somebody out, or a thing off, with what they are done to: "ban user", "Konto sperren". */
export const shuttingOut = {
	verbs:
		"ban block kick suspend expel evict freeze disable lock sperre blockiere bannir bloquer suspendre expulser bloquear banear expulsar suspender bloccare blocca bannare espellere banir",
	/** Those that stand behind what they are done to as well. */
	last: "sperren blockieren verbannen ausschließen заблокировать забанить",
	things:
		"user users member members account accounts contact sender customer participant player number person guest card employee caller benutzer nutzer mitglied konto kontakt absender kunden karte teilnehmer utilisateur membre compte carte usuario miembro cuenta contacto tarjeta utente membro carta contatto usuário conta contato cartão пользователя аккаунт контакт карту",
} as const;

/** What says who may do what: wherever one stands, a control may change it. */
export const rightsWords = [
	"password passwords passcode permission permissions role roles admin admins administrator administrators 2fa mfa sso passkey passkeys grant",
	"passwort passwörter kennwort berechtigung berechtigungen rolle rollen zugriffsrecht zugriffsrechte benutzerrechte",
	"permissions rôle rôles administrateur administrateurs contraseña permiso permisos administrador administradores",
	"permessi permesso ruolo ruoli amministratore senha senhas permissão permissões пароль права роль роли администратор",
	"密码 权限 角色 管理员 添加用户 添加成员 邀请成员 パスワード 権限 管理者 ユーザー追加 ユーザーを追加 メンバーを招待",
] as const;

/** People of a site, and what lets them in or out: "add a user", "Mitglied einladen". `last`: verbs that stand behind them as well. */
export const lettingIn = {
	verbs:
		"add invite remove disable create activate deactivate enable approve unlock ajouter ajoutez inviter invitez retirer créer créez activer désactiver añadir agregar invitar quitar crear activar desactivar aggiungere aggiungi invitare invita rimuovere rimuovi creare crea attivare adicionar convidar remover criar ativar добавить пригласить удалить создать активировать",
	last: "hinzufügen einladen entfernen anlegen erstellen aktivieren deaktivieren freischalten",
	things:
		"user users member members people person collaborator collaborators teammate teammates benutzer nutzer mitglied mitglieder teammitglied utilisateur utilisateurs membre membres usuario usuarios miembro miembros utente utenti membro membri usuário usuários membros пользователя пользователей участника участников",
} as const;

/** Short forms and signs that stand alone on a button, with the deed that they mean. */
export const shortForms: ReadonlyMap<string, string> = new Map([
	["del", "delete"],
	["rm", "remove"],
	["🗑", "delete"],
	["🚮", "delete"],
]);
