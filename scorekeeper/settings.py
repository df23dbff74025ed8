"""Every setting, from the environment. README.md has the table of the variables."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils.csp import CSP

from scorekeeper import environment, network

BASE_DIR = Path(__file__).resolve().parent.parent

# ---- what the environment decides

DATA_DIR = environment.data_dir(os.environ, "DATA_DIR")
SECRET_KEY = environment.secret_key(os.environ, "SECRET_KEY", DATA_DIR)
DATABASES = {"default": environment.database(os.environ, "DATABASE_URL", DATA_DIR)}
DEBUG = environment.flag(os.environ, "DEBUG")
HTTPS = environment.flag(os.environ, "HTTPS")
LISTEN = environment.listen(os.environ, "LISTEN")
PORT = environment.port(os.environ, "PORT", 8000)
ALLOWED_HOSTS = environment.hosts(os.environ, "ALLOWED_HOSTS", network.own_hosts())
CSRF_TRUSTED_ORIGINS = environment.origins(os.environ, "CSRF_TRUSTED_ORIGINS")

# ---- what it is made of

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "games",
]
MIDDLEWARE = [
    "games.middleware.bare_files",
    "django.middleware.security.SecurityMiddleware",
    # What the policy says is about pages; a style or a script that comes with it is only longer.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.middleware.compress",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "games.middleware.refuse_large",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.middleware.keep_to_one_person",
    "games.middleware.renew_session",
    "games.middleware.say_what_is_gone",
    "axes.middleware.AxesMiddleware",
    "games.middleware.RefuseWhileBusy",
]
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.theme",
            ],
        },
    },
]

# ---- files

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.storage.CollectedFilesStorage"},
}
# Nothing here is for the pages of others.
WHITENOISE_ALLOW_ALL_ORIGINS = False

# ---- people

AUTH_USER_MODEL = "games.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name",)},
    },
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
]

# The first of them signs nobody in: it refuses who has tried too often.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# How often a password may be tried for one name from one address; games/attempts.py says how often
# for a name, and from an address, alone.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_HANDLER = "games.attempts.Attempts"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "games.attempts.address_of"
AXES_USERNAME_FORM_FIELD = "username"
AXES_LOCKOUT_CALLABLE = "games.views.signing.locked_out"
AXES_RESET_ON_SUCCESS = True
# Whoever goes on trying in vain does not lengthen the time for the one whose name it is.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# Nothing is kept of those who signed in, nor what forms said that were refused.
AXES_DISABLE_ACCESS_LOG = True
AXES_SENSITIVE_PARAMETERS = [
    *("username", "ip_address"),
    *("csrfmiddlewaretoken", "submission", "code", "next", "name"),
    *("present", "seen"),
]
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False

# The session cookie is all that a phone without a password has: it must outlast the season.
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# ---- what a browser may do with a page

SECURE_CSP: dict[str, Any] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}
# Addresses of watch, score and join links are secrets: no other site is told where one came from.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

if HTTPS:
    # Only a proxy that speaks HTTPS for us may say so; without one, anybody could.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
    SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# The rest of the domain, and the browsers' preload list, are not this application's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# The largest form is a round of seven lone players with 21 fields each; half of what may be sent is
# left for the warnings that are kept and for what the page sends along unseen.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
# A season of games may be imported at once; middleware and view know how large they may be.
DATA_UPLOAD_MAX_NUMBER_FILES = 200

# ---- words and figures

LANGUAGES = [("en", "English")]
LANGUAGE_CODE = environment.language(os.environ, "LANGUAGE_CODE", [code for code, _ in LANGUAGES])
# Of games and pages alike; CONTRIBUTING.md says how another language comes in.
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
# Only points are grouped, where they are printed: a number in a hidden field must stay bare.
USE_THOUSAND_SEPARATOR = False

# ---- logs

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorekeeper.logs.SecretHidingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        # It warns of every HEAD request, for which Django leaves the body to the server to drop.
        "gunicorn.http": {"level": "ERROR"},
    },
}
