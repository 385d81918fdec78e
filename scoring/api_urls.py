"""The addresses of the API under /api/v1/."""

from django.urls import path, register_converter

from scoring.api.dispute_lists import (
    DisputesView,
    EventRulingsView,
    FoundView,
    PenaltiesView,
    TableDisputesView,
)
from scoring.api.stream import StreamView
from scoring.api.tokens import TokenView
from scoring.clubs.api import ClubsView, ClubView, JournalView, MembersView, MemberView
from scoring.converters import IdConverter
from scoring.disputes.api import (
    AnswerView,
    AppealView,
    ChooseView,
    DealDisputesView,
    DecideView,
    DisputeView,
    DropView,
    LapseView,
    PreviewView,
    SettleAppealView,
    SpendView,
)
from scoring.events.api.events import (
    EventPlayersView,
    EventPlayerView,
    EventsView,
    EventView,
    EventWishesView,
    FinalView,
    StandingsView,
    StartView,
)
from scoring.events.api.rounds import (
    AmendView,
    BellView,
    ClockView,
    DoubtView,
    MoveView,
    RoundView,
    SettleView,
    SwapView,
    TableDecisionView,
    TakeBackView,
)
from scoring.house_laws.api import (
    HouseCheckView,
    HouseDraftView,
    HouseExportView,
    HouseLawSetsView,
    HouseLawSetView,
    HousePublishView,
)
from scoring.tables.api.cuts import CutsView
from scoring.tables.api.deals import DealPreviewView, DealsView, DealView, HeldView, RevisionsView
from scoring.tables.api.score import ScoreView
from scoring.tables.api.tables import GamesView, LinkView, TablesView, TableView
from scoring.tables.company.api import CompanyCutView, CompanyPlayerView, CompanyView

register_converter(IdConverter, "id")

urlpatterns = [
    path("auth/token/", TokenView.as_view(), name="api-token"),
    path("score/", ScoreView.as_view(), name="api-score"),
    path("clubs/", ClubsView.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", ClubView.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members/", MembersView.as_view(), name="api-members"),
    path("clubs/<slug:slug>/members/<id:member>/", MemberView.as_view(), name="api-member"),
    path("clubs/<slug:slug>/journal/", JournalView.as_view(), name="api-journal"),
    path("clubs/<slug:slug>/law-sets/", HouseLawSetsView.as_view(), name="api-house-law-sets"),
    path("clubs/<slug:slug>/law-sets/<slug:house>/", HouseLawSetView.as_view(), name="api-house-law-set"),
    path("clubs/<slug:slug>/law-sets/<slug:house>/draft/", HouseDraftView.as_view(), name="api-house-draft"),
    path(
        "clubs/<slug:slug>/law-sets/<slug:house>/draft/check/",
        HouseCheckView.as_view(),
        name="api-house-check",
    ),
    path(
        "clubs/<slug:slug>/law-sets/<slug:house>/draft/publish/",
        HousePublishView.as_view(),
        name="api-house-publish",
    ),
    path(
        "clubs/<slug:slug>/law-sets/<slug:house>/export/", HouseExportView.as_view(), name="api-house-export"
    ),
    path("tables/", TablesView.as_view(), name="api-tables"),
    path("tables/<id:table>/", TableView.as_view(), name="api-table"),
    path("tables/<id:table>/games/", GamesView.as_view(), name="api-games"),
    path("tables/<id:table>/link/", LinkView.as_view(), name="api-link"),
    path("tables/<id:table>/company/", CompanyView.as_view(), name="api-company"),
    path("tables/<id:table>/company/cut/", CompanyCutView.as_view(), name="api-company-cut"),
    path("tables/<id:table>/company/<id:member>/", CompanyPlayerView.as_view(), name="api-company-player"),
    path("tables/<id:table>/cuts/", CutsView.as_view(), name="api-cuts"),
    path("tables/<id:table>/deals/", DealsView.as_view(), name="api-deals"),
    path("tables/<id:table>/deals/preview/", DealPreviewView.as_view(), name="api-deal-preview"),
    path("tables/<id:table>/deals/<id:number>/", DealView.as_view(), name="api-deal"),
    path("tables/<id:table>/deals/<id:number>/revisions/", RevisionsView.as_view(), name="api-revisions"),
    path(
        "tables/<id:table>/deals/<id:number>/disputes/", DealDisputesView.as_view(), name="api-deal-disputes"
    ),
    path("tables/<id:table>/deals/<id:number>/found/", FoundView.as_view(), name="api-found"),
    path("tables/<id:table>/disputes/", TableDisputesView.as_view(), name="api-table-disputes"),
    path("disputes/", DisputesView.as_view(), name="api-disputes"),
    path("disputes/penalties/", PenaltiesView.as_view(), name="api-penalties"),
    path("disputes/<id:dispute>/", DisputeView.as_view(), name="api-dispute"),
    path("disputes/<id:dispute>/answer/", AnswerView.as_view(), name="api-dispute-answer"),
    path("disputes/<id:dispute>/choose/", ChooseView.as_view(), name="api-dispute-choose"),
    path("disputes/<id:dispute>/lapse/", LapseView.as_view(), name="api-dispute-lapse"),
    path("disputes/<id:dispute>/preview/", PreviewView.as_view(), name="api-dispute-preview"),
    path("disputes/<id:dispute>/decide/", DecideView.as_view(), name="api-dispute-decide"),
    path("disputes/<id:dispute>/appeal/", AppealView.as_view(), name="api-dispute-appeal"),
    path("disputes/<id:dispute>/settle/", SettleAppealView.as_view(), name="api-dispute-settle"),
    path("disputes/<id:dispute>/drop/", DropView.as_view(), name="api-dispute-drop"),
    path("disputes/<id:dispute>/spend/", SpendView.as_view(), name="api-dispute-spend"),
    path("tables/<id:table>/held/<id:entry>/", HeldView.as_view(), name="api-held"),
    path("events/", EventsView.as_view(), name="api-events"),
    path("events/<id:event>/", EventView.as_view(), name="api-event"),
    path("events/<id:event>/start/", StartView.as_view(), name="api-event-start"),
    path("events/<id:event>/bell/", BellView.as_view(), name="api-event-bell"),
    path("events/<id:event>/clock/", ClockView.as_view(), name="api-event-clock"),
    path("events/<id:event>/stream/", StreamView.as_view(), name="api-event-stream"),
    path("events/<id:event>/standings/", StandingsView.as_view(), name="api-standings"),
    path("events/<id:event>/rulings/", EventRulingsView.as_view(), name="api-event-rulings"),
    path("events/<id:event>/final/", FinalView.as_view(), name="api-event-final"),
    path("events/<id:event>/players/", EventPlayersView.as_view(), name="api-event-players"),
    path("events/<id:event>/players/<id:member>/", EventPlayerView.as_view(), name="api-event-player"),
    path("events/<id:event>/players/<id:member>/wishes/", EventWishesView.as_view(), name="api-event-wishes"),
    path("events/<id:event>/rounds/<id:round_number>/swap/", SwapView.as_view(), name="api-round-swap"),
    path("events/<id:event>/rounds/<id:round_number>/amend/", AmendView.as_view(), name="api-round-amend"),
    path("events/<id:event>/doubts/<id:doubt>/", SettleView.as_view(), name="api-event-settle"),
    path("events/<id:event>/rounds/<id:round_number>/", RoundView.as_view(), name="api-round"),
    path("events/<id:event>/rounds/<id:round_number>/move/", MoveView.as_view(), name="api-round-move"),
    path(
        "events/<id:event>/rounds/<id:round_number>/take-back/",
        TakeBackView.as_view(),
        name="api-round-take-back",
    ),
    path(
        "events/<id:event>/rounds/<id:round_number>/tables/<id:table_number>/decide/",
        TableDecisionView.as_view(),
        name="api-round-decide",
    ),
    path(
        "events/<id:event>/rounds/<id:round_number>/tables/<id:table_number>/doubt/",
        DoubtView.as_view(),
        name="api-round-doubt",
    ),
]
