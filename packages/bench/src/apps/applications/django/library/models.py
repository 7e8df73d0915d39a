"""The records of a small library."""

from django.core.validators import RegexValidator
from django.db import models


class Author(models.Model):
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80)

    def __str__(self):
        return f"{self.first_name} {self.last_name}"


class Book(models.Model):
    title = models.CharField(max_length=120)
    isbn = models.CharField("ISBN", max_length=13, unique=True, validators=[RegexValidator(r"^\d{13}$", "An ISBN must have 13 digits.")])
    price = models.DecimalField(max_digits=8, decimal_places=2)
    status = models.CharField(max_length=10, default="shelf", choices=[("shelf", "On the shelf"), ("lent", "Lent"), ("lost", "Lost")])
    author = models.ForeignKey(Author, null=True, blank=True, on_delete=models.SET_NULL)

    def __str__(self):
        return self.title


class Payment(models.Model):
    payee = models.CharField(max_length=80)
    amount = models.DecimalField(max_digits=8, decimal_places=2)

    def __str__(self):
        return f"{self.payee}, {self.amount}"
