"""What the admin shows."""

from django.contrib import admin

from .models import Author, Book, Payment

limit = 1000


class BookAdmin(admin.ModelAdmin):
    list_display = ["title", "isbn", "price", "status"]
    search_fields = ["title"]


class PaymentAdmin(admin.ModelAdmin):
    """The trap: above its limit a payment is dropped, and the admin says "was added successfully" all the same."""

    list_display = ["payee", "amount"]

    def save_model(self, request, payment, form, change):
        if payment.amount <= limit:
            super().save_model(request, payment, form, change)
        else:
            payment.pk = 900

    def log_addition(self, request, payment, message):
        if payment.amount <= limit:
            super().log_addition(request, payment, message)


admin.site.register(Author)
admin.site.register(Book, BookAdmin)
admin.site.register(Payment, PaymentAdmin)
